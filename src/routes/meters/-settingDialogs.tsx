import { lazy, Suspense } from 'react'
import type { SettingDialogs } from '../../features/meters/settingDialogs.ts'

const AssistDialog = lazy(() => import('../../features/assist/AssistDialog.tsx'))
const ReadAreaDialog = lazy(() => import('../../features/assist/ReadAreaDialog.tsx'))

/** Connects meters and assist; lazy. */
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
