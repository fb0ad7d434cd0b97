import { lazy, Suspense } from 'react'
import type { SettingDialogs } from '../../features/meters/slots.ts'

const AssistDialog = lazy(() => import('../../features/assist/AssistDialog.tsx'))
const AreaDialog = lazy(() => import('../../features/assist/AreaDialog.tsx'))

/** Where meters and the setting of how they are read meet; loaded when first opened. */
export const settingDialogs: SettingDialogs = {
  renderAssist: (props) => (
    <Suspense>
      <AssistDialog {...props} />
    </Suspense>
  ),
  renderArea: (props) => (
    <Suspense>
      <AreaDialog {...props} />
    </Suspense>
  ),
}
