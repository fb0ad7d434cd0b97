import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import { meterQuery } from '../../lib/queries/meters.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AreaEditor } from './AreaEditor.tsx'
import { dialogWidth } from './dialogWidth.ts'
import { PictureGate } from './PictureGate.tsx'
import type { Range } from './pins.ts'
import type { Digits } from './trial.ts'
import { useReturnFocus } from './useReturnFocus.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** Address of the picture; may be one of this page's own. */
  picture: string
  /** The stored string. */
  value: string | null
  category: CategoryType
  meterId: number | null
  /** Of a meter that is not registered yet; else they are the registered meter's. */
  range?: Range
  digits?: Digits
  canvasSize?: number
  onRegister: (area: string) => Promise<void>
  onInitialise: () => Promise<void>
}

/** The read position: one rectangle. */
export default function AreaDialog({ opened, onClose, picture, meterId, range, digits, ...editor }: Props) {
  const [dirty, setDirty] = useState(false)
  useReturnFocus(opened)
  const { data: meter } = useQuery({ ...meterQuery(meterId ?? 0), enabled: opened && meterId !== null })
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
          <AreaEditor
            {...editor}
            picture={picture}
            size={size}
            bytes={bytes}
            meterId={meterId}
            range={range ?? { start: meter?.start_value ?? null, end: meter?.end_value ?? null }}
            digits={
              digits ?? {
                digitNumber: meter?.digit_number ?? null,
                decimalPoint: meter?.decimal_point ?? null,
              }
            }
            assist={{ settings: meter?.settings ?? null, pins: meter?.pins ?? null }}
            onDirty={setDirty}
            onClose={onClose}
          />
        )}
      </PictureGate>
    </Dialog>
  )
}
