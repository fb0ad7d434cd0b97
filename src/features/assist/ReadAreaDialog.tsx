import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import type { Assist, Range } from '../../ui/marks/scalePins.ts'
import { dialogWidth } from './dialogWidth.ts'
import { PictureGate } from './PictureGate.tsx'
import { ReadAreaEditor } from './ReadAreaEditor.tsx'
import type { Digits } from './trial.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** Address; may be `blob:` or `data:`. */
  picture: string
  value: string | null
  /** Stored or not. */
  assist: Assist
  category: CategoryType
  meterId: number | null
  range: Range
  digits: Digits
  boost: boolean
  unit?: string | undefined
  canvasSize?: number
  onRegister: (area: string) => Promise<void>
  onInitialise: () => Promise<void>
}

/** Sets the read position: one rectangle. */
export default function ReadAreaDialog({ opened, onClose, picture, ...editor }: Props) {
  const [dirty, setDirty] = useState(false)
  return (
    <Dialog
      title="読取位置設定"
      opened={opened}
      onClose={onClose}
      width={dialogWidth}
      dirty={opened && dirty}
    >
      <PictureGate picture={picture}>
        {(size, bytes) => (
          <ReadAreaEditor
            {...editor}
            picture={picture}
            size={size}
            bytes={bytes}
            onDirty={setDirty}
            onClose={onClose}
          />
        )}
      </PictureGate>
    </Dialog>
  )
}
