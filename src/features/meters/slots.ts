import type { ReactNode } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Pins } from '../../../contract/meters.ts'

interface Setting {
  opened: boolean
  onClose: () => void
  /** Address of the picture: the server’s, or `blob:` for one that was chosen and not yet sent. */
  picture: string
  category: CategoryType
  boost: boolean
  unit: string | undefined
  /** Null while the meter is not registered. */
  meterId: number | null
  /** Side of the canvas in px; as large as fits when absent. */
  canvasSize?: number
  onInitialise: () => Promise<void>
}

/** What the AI assist dialog is given. */
interface AssistSetting extends Setting {
  value: { settings: string | null; pins: Pins | null }
  range: { start: number | null; end: number | null }
  digits: { digitNumber: number | null; decimalPoint: number | null }
  area: string | null
  /** `digitNumber`: figures that the setting speaks of. */
  onRegister: (next: { settings: string; pins: Pins | null; digitNumber?: number }) => Promise<void>
}

/** What the read-position dialog is given. */
interface AreaSetting extends Setting {
  value: string | null
  /** The AI assist setting as it stands, stored or not: the read position is tried by it. */
  assist: { settings: string | null; pins: Pins | null }
  range: { start: number | null; end: number | null }
  digits: { digitNumber: number | null; decimalPoint: number | null }
  onRegister: (area: string) => Promise<void>
}

/** The dialogs that set how a meter is read; they are a feature of their own, the route brings both together. */
export interface SettingDialogs {
  renderAssist: (props: AssistSetting) => ReactNode
  renderArea: (props: AreaSetting) => ReactNode
}
