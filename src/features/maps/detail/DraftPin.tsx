import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconCamera, IconWifi } from '@tabler/icons-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { type PinType, pinType } from '../../../../contract/maps.ts'
import { useBusy } from '../../../pwa/busy.ts'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { type Point, positionStyle } from '../../../ui/stage/stageGeometry.ts'
import { nameField } from '../mapFields.ts'
import classes from './DraftPin.module.css'
import { PinTypeToggle } from './PinTypeToggle.tsx'

interface Props {
  at: Point
  onSave: (fields: { name: string; type: PinType }) => Promise<void>
  onCancel: () => void
}

const schema = z.object({ name: nameField('ピン名を入力してください') })

/** A temporary pin with a popup for its name and type. */
export function DraftPin({ at, onSave, onCancel }: Props) {
  const [type, setType] = useState<PinType>(pinType.camera)
  const id = useId()
  const { form, saving, submit } = useSubmitForm({
    initialValues: { name: '' },
    schema,
    failed: 'ピンを追加できませんでした',
    send: ({ name }) => onSave({ name: name.trim(), type }),
  })
  useBusy('pin', form.isDirty(), 'input')
  const Icon = type === pinType.camera ? IconCamera : IconWifi
  return (
    <Popover opened withArrow trapFocus width={280} position="top" closeOnEscape={false}>
      <Popover.Target>
        <span className={classes.draft} style={positionStyle(at)} data-testid="draft-pin">
          <Icon size={18} aria-hidden />
        </span>
      </Popover.Target>
      {/* Presses in the popup are none on the map, whose child it is. */}
      <Popover.Dropdown
        aria-labelledby={id}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel()
        }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="xs">
            <strong id={id}>新しいピン</strong>
            <TextInput label="ピン名" withAsterisk data-autofocus {...form.getInputProps('name')} />
            <PinTypeToggle value={type} onChange={setType} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onCancel} disabled={saving}>
                キャンセル
              </Button>
              <Button type="submit" loading={saving}>
                追加
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
