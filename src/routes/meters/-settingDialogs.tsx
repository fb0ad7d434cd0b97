import { AssistDialog } from '../../features/assist/AssistDialog.tsx'
import { ReadAreaDialog } from '../../features/assist/ReadAreaDialog.tsx'
import type { SettingDialogs } from '../../features/meters/settingDialogs.ts'

/** Connects meters and assist. */
export const settingDialogs: SettingDialogs = {
  renderAssist: (props) => <AssistDialog {...props} />,
  renderArea: (props) => <ReadAreaDialog {...props} />,
}
