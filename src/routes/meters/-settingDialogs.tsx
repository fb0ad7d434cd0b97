import { lazy, Suspense } from 'react'
import type { SettingDialogs } from '../../features/meters/settingDialogs.ts'

/** Lazy: the list of meters has them for its forms only. */
const AssistDialog = lazy(async () => ({
  default: (await import('../../features/assist/AssistDialog.tsx')).AssistDialog,
}))
const ReadAreaDialog = lazy(async () => ({
  default: (await import('../../features/assist/ReadAreaDialog.tsx')).ReadAreaDialog,
}))

/** Connects meters and assist. */
export const settingDialogs: SettingDialogs = {
  renderAssist: (props) => (
    <Suspense>
      <AssistDialog {...props} />
    </Suspense>
  ),
  renderArea: (props) => (
    <Suspense>
      <ReadAreaDialog {...props} />
    </Suspense>
  ),
}
