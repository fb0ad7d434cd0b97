import { lazy, useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Assist, Range } from '../../shared/marks/scalePins.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AssistGate } from './AssistGate.tsx'
import { dialogWidth } from './dialogWidth.ts'
import { SettingTitle } from './SettingTitle.tsx'
import type { Digits } from './trial.ts'

const ReadAreaEditor = lazy(async () => ({ default: (await import('./ReadAreaEditor.tsx')).ReadAreaEditor }))

interface Props {
  opened: boolean
  onClose: () => void
  /** Address; may be `blob:` or `data:`. */
  picture: string
  value: string | null
  /** Stored or not. */
  assist: Assist
  /** Undefined while the categories load. */
  category: CategoryType | undefined
  meterId: number | null
  /** Empty until a name is typed for a new meter. */
  meterName: string
  /** Whether the meter has readings already. */
  hasReadings: boolean
  range: Range
  digits: Digits
  boost: boolean
  unit?: string | undefined
  canvasSize?: number
  onRegister: (area: string) => Promise<void>
  onInitialise: () => Promise<void>
}

/** Sets the read position: one rectangle. */
export function ReadAreaDialog({ opened, onClose, picture, category, meterName, ...editor }: Props) {
  const [dirty, setDirty] = useState(false)
  return (
    <Dialog
      title={<SettingTitle title="読取位置設定" meterName={meterName} />}
      opened={opened}
      onClose={onClose}
      width={dialogWidth}
      dirty={opened && dirty}
    >
      <AssistGate picture={picture} category={category}>
        {(category, size, bytes) => (
          <ReadAreaEditor
            {...editor}
            picture={picture}
            category={category}
            size={size}
            bytes={bytes}
            onDirty={setDirty}
            onClose={onClose}
          />
        )}
      </AssistGate>
    </Dialog>
  )
}
