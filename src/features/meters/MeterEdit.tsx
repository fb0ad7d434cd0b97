import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { useUpdateMeter } from '../../lib/mutations/meterMutations.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { latestMeter, rangeEffectQuery } from '../../lib/queries/meters.ts'
import { termsQuery } from '../../lib/queries/meterTerms.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { numbersOf } from '../../shared/ranges/bounds.ts'
import { confirmRangeEffect } from '../../shared/ranges/confirmRangeEffect.ts'
import { confirmRangeOutside } from '../../shared/ranges/confirmRangeOutside.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { EditActions } from '../../ui/form/EditActions.tsx'
import { DetailLayout } from '../../ui/layout/DetailLayout.tsx'
import { correctedNow, TimeZone } from '../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'
import { changedFieldNames } from './changedFieldNames.ts'
import { MeterFields } from './MeterFields.tsx'
import { changesOf, type MeterValues, valuesOf } from './meterForm.ts'
import { PictureField } from './PictureField.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { confirmTermsEffect } from './terms/confirmTermsEffect.tsx'
import { termsChangeOf } from './terms/termsChange.ts'
import { useMeterForm } from './useMeterForm.ts'
import { useNotifySaved } from './useMissingSetting.ts'

interface Props {
  /** When editing began. */
  meter: Meter
  dialogs: SettingDialogs
  /** The reading that waits for its settings. */
  setup?: number | undefined
  /** Saved or cancelled. */
  onEnd: () => void
}

/** The first field; where that would raise the phone's keyboard, the form. */
const focusFirst = (form: HTMLFormElement | null) =>
  (form?.querySelector<HTMLElement>('[data-autofocus]') ?? form)?.focus({ preventScroll: true })

/** Edit form: 更新 sends changed fields only, キャンセル discards. */
export function MeterEdit({ meter, dialogs, setup, onEnd }: Props) {
  const zone = use(TimeZone)
  const client = useQueryClient()
  const masters = useMasters('categories', 'units')
  const update = useUpdateMeter()
  const notifySaved = useNotifySaved(setup)

  const termsChange = (values: MeterValues) =>
    termsChangeOf(meter, values, masters, client.getQueryData(termsQuery(meter.id).queryKey), zone)
  const isEffectAgreed = async (values: MeterValues): Promise<boolean> => {
    if (termsChange(values) === null) return true
    // Which terms are the newest ones. Without them the meter is not saved either.
    await client.fetchQuery(termsQuery(meter.id)).catch(() => undefined)
    const asked = termsChange(values)?.asked
    if (asked == null) return true
    return confirmTermsEffect(client, meter.id, asked, {
      unit: nameIn(masters.units, values.unitId) ?? '',
      unitBefore: nameIn(masters.units, meter.meter_unit_id),
      decimals: values.decimalPoint,
    })
  }
  const isAgreed = async (): Promise<boolean> => {
    const latest = await latestMeter(meter.id)
    if (latest.updated_at === meter.updated_at) return true
    const when = formatRelativeTime(Date.parse(latest.updated_at), correctedNow(), zone)
    const changed = changedFieldNames(meter, latest)
    const what = changed.length > 0 ? `変わった項目は、${changed.join('、')}です。` : ''
    return confirm({
      title: `${latest.updated_by === null ? '他の人' : `${latest.updated_by.username}さん`}が更新しました`,
      text: `編集している間に「${meter.name}」が更新されました（${when}）。${what}更新すると、ここで変えた項目だけを上書きします。`,
      confirm: '上書きして更新',
      cancel: '編集に戻る',
    })
  }
  const { form, saving, submit } = useMeterForm({
    initialValues: valuesOf(meter),
    missingBound: '値が未入力です',
    failed: 'メーターを更新できませんでした',
    confirm: async (values) => {
      const { emergency, range } = values
      if (!(await isEffectAgreed(values))) return false
      const own = numbersOf(emergency)
      const isJudgedAnew = form.isDirty('emergency')
      if (!isJudgedAnew && !form.isDirty('range')) return true
      if (!(await confirmRangeOutside(own, numbersOf(range)))) return false
      return !isJudgedAnew || confirmRangeEffect(client, rangeEffectQuery(meter.id, own))
    },
    send: async (values) => {
      const image = values.picture && (await base64Of(values.picture.blob))
      const changes = changesOf(meter, values, image)
      if (Object.keys(changes).length === 0) return onEnd()
      if (!(await isAgreed())) return
      const from = termsChange(values)?.from
      const saved = await update.mutateAsync({
        id: meter.id,
        changes: from === undefined ? changes : { ...changes, terms_from: from },
      })
      notifySaved(`「${saved.name}」を更新しました`, saved)
      onEnd()
    },
  })
  return (
    <form ref={focusFirst} tabIndex={-1} aria-label="メーターの編集" onSubmit={submit} noValidate>
      <DetailLayout picture={<PictureField form={form} own={meter.image} categories={masters.categories} />}>
        <MeterFields form={form} meter={meter} dialogs={dialogs} />
      </DetailLayout>
      <EditActions saving={saving} onEnd={onEnd} />
    </form>
  )
}
