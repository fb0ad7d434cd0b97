import type { ReactNode } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Pins } from '../../../contract/meters.ts'

interface Setting {
  opened: boolean
  onClose: () => void
  /** The server’s URL, or `blob:` before upload. */
  picture: string
  /** Undefined while the categories load: the dialog then shows that it is loading. */
  category: CategoryType | undefined
  boost: boolean
  unit: string | undefined
  /** Null before registration. */
  meterId: number | null
  /** Empty until a name is typed for a new meter. */
  meterName: string
  /** Whether the meter has readings already. */
  hasReadings: boolean
  /** Side of the canvas in px; default: as large as fits. */
  canvasSize?: number
  onInitialise: () => Promise<void>
}

/** Props of the AI assist dialog. */
interface AssistSetting extends Setting {
  value: { settings: string | null; pins: Pins | null }
  range: { start: number | null; end: number | null }
  digits: { digitNumber: number | null; decimalPoint: number | null }
  area: string | null
  /** `digitNumber` and `decimalPoint`: of counters and displays. */
  onRegister: (next: {
    settings: string
    pins: Pins | null
    digitNumber?: number
    decimalPoint?: number | null
  }) => Promise<void>
}

/** Props of the read-position dialog. */
interface AreaSetting extends Setting {
  value: string | null
  /** The AI assist setting, saved or not, used by the trial. */
  assist: { settings: string | null; pins: Pins | null }
  range: { start: number | null; end: number | null }
  digits: { digitNumber: number | null; decimalPoint: number | null }
  onRegister: (area: string) => Promise<void>
}

/** Dialogs of the assist feature, passed in by the route. */
export interface SettingDialogs {
  renderAssist: (props: AssistSetting) => ReactNode
  renderArea: (props: AreaSetting) => ReactNode
}
