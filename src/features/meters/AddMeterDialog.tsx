import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useTransition } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { useCreateMeter } from '../../lib/queries/changeMeters.ts'
import { settingsGap } from '../../lib/settingsGap.ts'
import { base64Of } from '../../lib/shrinkPicture.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { confirmDiscard } from '../../ui/dialog/discard.ts'
import { numbersOf } from '../../ui/form/bounds.ts'
import { confirmOutside } from '../../ui/form/confirmOutside.ts'
import { useIsNarrow } from '../../ui/layout/screen.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './AddMeterDialog.module.css'
import { deviceKind } from './deviceKinds.ts'
import { MeterFields } from './MeterFields.tsx'
import { blankValues, creationOf, type MeterValues } from './meterForm.ts'
import { PictureField } from './PictureField.tsx'
import { unread } from './SettingRows.tsx'
import type { SettingDialogs } from './slots.ts'
import { focusFirst, showFailure, useMeterForm } from './useMeterForm.ts'

interface Props {
  dialogs: SettingDialogs
  onClose: () => void
  onAdded: (meter: Meter) => void
}

const failed = 'メーターを登録できませんでした'

/** Side of the canvas on which places are set, in px. */
const canvas = { small: 250, large: 400 }

/** メーターの追加 */
export default function AddMeterDialog({ dialogs, onClose, onAdded }: Props) {
  const narrow = useIsNarrow()
  const navigate = useNavigate()
  const formId = useId()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const form = useMeterForm(blankValues, '未入力です')
  const create = useCreateMeter()
  const [saving, startSaving] = useTransition()

  const save = async (values: MeterValues) => {
    // Outside the transition, which would hold the question back until it is answered.
    if (!(await confirmOutside(numbersOf(values.emergency), numbersOf(values.range)))) return
    startSaving(async () => {
      notify.retract(failed)
      try {
        const image = values.picture && (await base64Of(values.picture.blob))
        const meter = await create.mutateAsync(creationOf(values, image))
        const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
        const gap =
          type === undefined || values.kind === deviceKind.analogInput ? null : settingsGap(meter, type)
        const title = `「${meter.name}」を登録しました`
        if (gap === null) notify.success(title)
        else
          notify.toDo({
            id: `settings:${meter.id}`,
            title,
            text: `${gap}。${unread}。`,
            action: {
              label: '設定する',
              run: () => void navigate({ to: '/meters/$id', params: { id: String(meter.id) } }),
            },
          })
        onAdded(meter)
      } catch (error) {
        showFailure(form, error, failed, submit)
      }
    })
  }
  const submit = form.onSubmit(save, (errors) => focusFirst(form, errors))
  const cancel = async () => {
    if (!hasUnsavedInput() || (await confirmDiscard())) onClose()
  }
  return (
    <Dialog
      opened
      title="メーターの追加"
      width={960}
      dirty={form.isDirty()}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => void cancel()} disabled={saving}>
            キャンセル
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            登録
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.picture}>
          <PictureField form={form} own={null} categories={categories} />
        </div>
        <MeterFields
          form={form}
          meter={null}
          dialogs={dialogs}
          canvasSize={narrow ? canvas.small : canvas.large}
        />
      </form>
    </Dialog>
  )
}
