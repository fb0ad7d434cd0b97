import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Meter } from '../../../contract/meters.ts'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import type { SettingDialogs } from './slots.ts'

const AddMeterDialog = lazy(() => import('./AddMeterDialog.tsx'))

interface Props {
  dialogs: SettingDialogs
  /** One of several ways on, rather than the action of the page. */
  small?: boolean
  onAdded?: (meter: Meter) => void
}

/** メーター追加: the button and its dialog. */
export function AddMeter({ dialogs, small = false, onAdded }: Props) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      {small ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          メーター追加
        </Button>
      ) : (
        <PageAction icon={IconPlus} label="メーター追加" onClick={() => setAdding(true)} />
      )}
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
