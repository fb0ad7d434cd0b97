import { useNavigate } from '@tanstack/react-router'
import type { Meter } from '../../../contract/meters.ts'
import { isReadableType } from '../../../contract/values/readingSettings.ts'
import { missingSettings } from '../../lib/meters/missingSettings.ts'
import { useCreateMeter } from '../../lib/mutations/meterMutations.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { numbersOf } from '../../shared/ranges/bounds.ts'
import { confirmRangeOutside } from '../../shared/ranges/confirmRangeOutside.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useIsNarrow } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './AddMeterDialog.module.css'
import { MeterFields } from './MeterFields.tsx'
import { meterDeviceKind } from './meterDeviceKinds.ts'
import { blankValues, creationOf } from './meterForm.ts'
import { PictureField } from './PictureField.tsx'
import { notReadText } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { useMeterForm } from './useMeterForm.ts'

interface Props {
  dialogs: SettingDialogs
  onClose: () => void
  onAdded: (meter: Meter) => void
}

/** Side of the assist dialogs' canvas, px. */
const canvas = { small: 250, large: 400 }

/** メーターの追加 */
export function AddMeterDialog({ dialogs, onClose, onAdded }: Props) {
  const narrow = useIsNarrow()
  const navigate = useNavigate()
  const { categories } = useMasters('categories')
  const create = useCreateMeter()
  const submitForm = useMeterForm({
    initialValues: blankValues,
    missingBound: '未入力です',
    failed: 'メーターを登録できませんでした',
    confirm: ({ emergency, range }) => confirmRangeOutside(numbersOf(emergency), numbersOf(range)),
    send: async (values) => {
      const image = values.picture && (await base64Of(values.picture.blob))
      const meter = await create.mutateAsync(creationOf(values, image))
      const type = categories.find(({ id }) => id === meter.meter_category_id)?.type
      const gap =
        type === undefined || !isReadableType(type) || values.kind === meterDeviceKind.analogInput
          ? null
          : missingSettings(meter, type)
      const title = `「${meter.name}」を登録しました`
      const run = () => void navigate({ to: '/meters/$id', params: { id: String(meter.id) } })
      if (gap === null) notify.success(title, { label: '詳細を見る', run })
      else
        notify.toDo({
          id: `settings:${meter.id}`,
          title,
          text: `${gap}。${notReadText}。`,
          action: { label: '設定する', run },
        })
      onAdded(meter)
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title="メーターの追加"
      width={960}
      verb="登録"
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <div className={classes.picture}>
        <PictureField form={form} own={null} categories={categories} />
      </div>
      <MeterFields
        form={form}
        meter={null}
        dialogs={dialogs}
        canvasSize={narrow ? canvas.small : canvas.large}
      />
    </FormDialog>
  )
}
