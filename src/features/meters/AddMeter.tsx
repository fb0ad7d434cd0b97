import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Meter } from '../../../contract/meters.ts'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import type { SettingDialogs } from './settingDialogs.ts'

/** Without it the list of meters costs less than 325 kB of script. */
const AddMeterDialog = lazy(async () => ({
  default: (await import('./AddMeterDialog.tsx')).AddMeterDialog,
}))

interface Props {
  dialogs: SettingDialogs
  /** One of several actions, not the page's main one. */
  small?: boolean
  onAdded?: (meter: Meter) => void
}

/** メーターを追加: button and dialog. */
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
          メーターを追加
        </Button>
      ) : (
        <PageAction icon={IconPlus} label="メーターを追加" onClick={() => setAdding(true)} />
      )}
      {adding && (
        <Suspense>
          <AddMeterDialog
            dialogs={dialogs}
            onClose={() => setAdding(false)}
            onAdded={(meter) => {
              // Unmounted before navigation, which would ask about unsaved input.
              flushSync(() => setAdding(false))
              onAdded?.(meter)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
