import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Meter } from '../../../contract/meters.ts'
import type { SettingDialogs } from './slots.ts'

const AddMeterDialog = lazy(() => import('./AddMeterDialog.tsx'))

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  dialogs: SettingDialogs
  onAdded?: (meter: Meter) => void
}

/** メーター追加: the button and its dialog. */
export function AddMeter({ dialogs, onAdded, ...button }: Props) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Button {...button} leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
        メーター追加
      </Button>
      {adding && (
        <Suspense>
          <AddMeterDialog
            dialogs={dialogs}
            onClose={() => setAdding(false)}
            onAdded={(meter) => {
              // Gone before anyone moves on, or what it held would be asked about.
              flushSync(() => setAdding(false))
              onAdded?.(meter)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
