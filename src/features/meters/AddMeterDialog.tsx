import { Button, Kbd, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Meter } from '../../../contract/meters.ts'
import { isReadableType } from '../../../contract/values/readingSettings.ts'
import { missingSettings } from '../../lib/meters/missingSettings.ts'
import { useCreateMeter } from '../../lib/mutations/meterMutations.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { numbersOf } from '../../shared/ranges/bounds.ts'
import { confirmRangeOutside } from '../../shared/ranges/confirmRangeOutside.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useHasKeyboard, useIsNarrow } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './AddMeterDialog.module.css'
import { MeterFields } from './MeterFields.tsx'
import { meterDeviceKind } from './meterDeviceKinds.ts'
import { blankValues, copyOf, creationOf, type MeterValues, valuesOf } from './meterForm.ts'
import { PictureField } from './PictureField.tsx'
import { notReadText } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { useMeterForm } from './useMeterForm.ts'

interface Props {
  dialogs: SettingDialogs
  /** The meter that is copied. */
  source?: Meter | undefined
  onClose: () => void
  onAdded: (meter: Meter) => void
}

/** Side of the assist dialogs' canvas, px. */
const canvas = { small: 250, large: 400 }

/** メーターの追加, or メーターの複製. With 続けて登録 it stays open for another one. */
export function AddMeterDialog({ dialogs, source, onClose, onAdded }: Props) {
  const narrow = useIsNarrow()
  const keys = useHasKeyboard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { categories } = useMasters('categories')
  const create = useCreateMeter()
  const copied = (values: MeterValues) => {
    const meters = client.getQueryData(metersQuery.queryKey) ?? []
    return copyOf(values, new Set(meters.map(({ name }) => name)))
  }
  const [initialValues] = useState(() => (source ? copied(valuesOf(source)) : blankValues))
  const isContinued = useRef(false)
  /** Meters that were registered by 続けて登録, and those of them that cannot be read yet. */
  const [before, setBefore] = useState({ registered: 0, unset: 0 })
  const startNext = (values: MeterValues) => {
    form.setInitialValues(copied(values))
    flushSync(() => form.reset())
    const name = form.getInputNode('name')
    name?.focus()
    if (name instanceof HTMLInputElement) name.select()
  }
  const submitForm = useMeterForm({
    initialValues,
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
      if (isContinued.current) {
        setBefore(({ registered, unset }) => ({
          registered: registered + 1,
          unset: unset + (gap === null ? 0 : 1),
        }))
        notify.success(title)
        return startNext(values)
      }
      const run = () => void navigate({ to: '/meters/$id', params: { id: String(meter.id) } })
      if (gap === null) notify.success(title, { label: '詳細を見る', run })
      else
        notify.toDo({
          id: `settings:${meter.id}`,
          title,
          text: `${gap}。${notReadText}。`,
          action: { label: '設定する', run },
        })
      remindOfUnset()
      onAdded(meter)
    },
  })
  const { form, saving } = submitForm
  const remindOfUnset = () => {
    if (before.unset > 0)
      notify.toDo({
        id: 'settings:continued',
        title: `続けて登録した${before.unset}件のメーターに、設定が残っています`,
        text: `${notReadText}。メーターの詳細から設定してください。`,
      })
  }
  const submitAndContinue = () => {
    isContinued.current = true
    submitForm.submit()
  }
  useWindowEvent('keydown', (event) => {
    const isAsked = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isAsked || event.defaultPrevented || event.isComposing || event.repeat || saving) return
    // Not in a dialog above the form.
    const fields = form.getInputNode('name')?.closest('form')
    if (!(event.target instanceof Node) || !fields?.contains(event.target)) return
    event.preventDefault()
    submitAndContinue()
  })
  return (
    <FormDialog
      title={source ? 'メーターの複製' : 'メーターの追加'}
      width={960}
      verb="登録"
      dismiss={before.registered > 0 ? '閉じる' : 'キャンセル'}
      form={{
        ...submitForm,
        submit: (event) => {
          isContinued.current = false
          submitForm.submit(event)
        },
      }}
      action={
        <Button
          variant="default"
          loading={saving}
          aria-keyshortcuts="Control+Enter"
          rightSection={keys && <Kbd aria-hidden>Ctrl+Enter</Kbd>}
          onClick={submitAndContinue}
        >
          続けて登録
        </Button>
      }
      className={classes.form}
      onClose={() => {
        remindOfUnset()
        onClose()
      }}
    >
      {source && (
        <Text className={classes.note} size="sm" c="dimmed">
          管理番号、お客様番号、画像と読取の設定、モバイル以外の端末は複製しません。
        </Text>
      )}
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
