import { Button } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Meter } from '../../../contract/meters.ts'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import type { SettingDialogs } from './settingDialogs.ts'

/** Without it the list of meters costs less than 325 kB of script. */
const AddMeterDialog = lazy(async () => ({
  default: (await import('./AddMeterDialog.tsx')).AddMeterDialog,
}))

interface AddingProps {
  dialogs: SettingDialogs
  /** The meter that is copied. */
  source?: Meter | undefined
  onClose: () => void
  onAdded?: ((meter: Meter) => void) | undefined
}

/** The dialog, loaded when it is needed. */
export const AddingMeter = ({ onClose, onAdded, ...props }: AddingProps) => (
  <Suspense>
    <AddMeterDialog
      {...props}
      onClose={onClose}
      onAdded={(meter) => {
        // Unmounted before navigation, which would ask about unsaved input.
        flushSync(onClose)
        onAdded?.(meter)
      }}
    />
  </Suspense>
)

interface Props extends Omit<AddingProps, 'onClose'> {
  /** One of several actions, not the page's main one. */
  small?: boolean
}

/** メーターを追加, or 複製 of a meter: button and dialog. */
export function AddMeter({ small = false, ...props }: Props) {
  const [adding, setAdding] = useState(false)
  const Icon = props.source ? IconCopy : IconPlus
  const label = props.source ? '複製' : 'メーターを追加'
  return (
    <>
      {small ? (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon size={20} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {label}
        </Button>
      ) : (
        <PageAction icon={Icon} label={label} onClick={() => setAdding(true)} />
      )}
      {adding && <AddingMeter {...props} onClose={() => setAdding(false)} />}
    </>
  )
}
