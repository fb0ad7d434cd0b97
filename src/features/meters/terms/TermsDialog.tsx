import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import * as z from 'zod/mini'
import type { Meter } from '../../../../contract/meters.ts'
import type { MeterTerms, TermsUpdate } from '../../../../contract/usage/terms.ts'
import { formatForInput } from '../../../../text/formatNumber.ts'
import { useCreateTerms, useUpdateTerms } from '../../../lib/mutations/termsMutations.ts'
import type { AskedTerms } from '../../../lib/queries/meterTerms.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { futureTimeText, isFutureTime } from '../../../ui/form/futureTime.ts'
import { PastTimePicker } from '../../../ui/form/PastTimePicker.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { correctedNow, TimeZone } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { DigitFields } from '../DigitFields.tsx'
import { multiplierSchema } from '../meterForm.ts'
import { confirmTermsEffect } from './confirmTermsEffect.tsx'
import { TermsEffectNote } from './TermsEffectNote.tsx'
import classes from './terms.module.css'
import { startOfToday } from './termsChange.ts'
import { startText } from './termsText.ts'

interface Props {
  meter: Meter
  unit: string
  /** All terms of the meter, newest first. */
  history: readonly MeterTerms[]
  /** Null: new ones. */
  terms: MeterTerms | null
  onClose: () => void
}

interface Values {
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone; not of terms that are corrected. */
  validFrom: string | null
  multiplier: string
  digitNumber: number | null
  decimalPoint: number | null
}

const fieldOfIssue = {
  valid_from: 'validFrom',
  multiplier: 'multiplier',
  digit_number: 'digitNumber',
  decimal_point: 'decimalPoint',
}

const schemaFor = (history: readonly MeterTerms[], zone: string) => {
  const days = history.flatMap(({ valid_from: from }) => (from === null ? [] : dayOf(localOf(from, zone))))
  const fields = z.object({
    validFrom: z.string('日時を選択してください').check(
      z.minLength(1, '日時を選択してください'),
      z.refine((time) => !isFutureTime(time, correctedNow(), zone), futureTimeText),
      z.refine((time) => !days.includes(dayOf(time)), 'この日に始まる設定が登録されています'),
    ),
    multiplier: multiplierSchema,
    digitNumber: z.nullable(z.number()),
    decimalPoint: z.nullable(z.number()),
  })
  return fields.check(
    z.refine(
      ({ validFrom, multiplier, digitNumber, decimalPoint }) => {
        const before = history.find(
          ({ valid_from: from }) => from === null || localOf(from, zone) < validFrom,
        )
        return (
          before?.multiplier !== parseNumberValue(multiplier) ||
          before?.digit_number !== digitNumber ||
          before?.decimal_point !== decimalPoint
        )
      },
      { error: 'この日時の設定と同じです。変わる項目を入力してください', path: ['multiplier'] },
    ),
  )
}

const localOf = (at: string, zone: string) => localOfInstant(Date.parse(at), zone)
const dayOf = (local: string) => local.slice(0, 'YYYY-MM-DD'.length)

/** Null while the multiplier is not a number. */
function fieldsOf({ multiplier, digitNumber, decimalPoint }: Values): TermsUpdate | null {
  const factor = parseNumberValue(multiplier)
  if (factor == null || !multiplierSchema.safeParse(multiplier).success) return null
  return { multiplier: factor, digit_number: digitNumber, decimal_point: decimalPoint }
}

/** A dated change of how a meter counts, or the correction of one. */
export function TermsDialog({ meter, unit, history, terms, onClose }: Props) {
  const zone = use(TimeZone)
  const client = useQueryClient()
  const create = useCreateTerms(meter.id)
  const update = useUpdateTerms(meter.id)
  const shown = { unit, decimals: meter.decimal_point }
  const { multiplier, digit_number, decimal_point } = terms ?? history[0] ?? meter

  const askedOf = (values: Values): AskedTerms | null => {
    const fields = fieldsOf(values)
    if (fields === null || (terms === null && !values.validFrom)) return null
    const which = terms === null ? { valid_from: values.validFrom ?? undefined } : { terms_id: terms.id }
    const { digit_number: digits, decimal_point: decimals, multiplier: factor } = fields
    return {
      ...which,
      multiplier: factor,
      digit_number: digits ?? undefined,
      decimal_point: decimals ?? undefined,
    }
  }
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      validFrom: terms === null ? startOfToday(zone) : null,
      multiplier: formatForInput(multiplier, null),
      digitNumber: digit_number,
      decimalPoint: decimal_point,
    },
    schema: terms === null ? schemaFor(history, zone) : z.object({ multiplier: multiplierSchema }),
    failed: '倍率と桁数の変更を保存できませんでした',
    fields: fieldOfIssue,
    askedField: 'multiplier',
    confirm: async (values) => {
      const asked = askedOf(values)
      return asked === null || confirmTermsEffect(client, meter.id, asked, shown)
    },
    send: async (values) => {
      const body = fieldsOf(values)
      if (body === null) return
      if (terms !== null && !form.isDirty()) return onClose()
      if (terms !== null) await update.mutateAsync({ id: terms.id, body })
      else await create.mutateAsync({ ...body, valid_from: values.validFrom ?? '' })
      notify.success(`「${meter.name}」の倍率と桁数の変更を保存しました`)
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title={terms === null ? '倍率と桁数の変更を追加' : '倍率と桁数の修正'}
      width={560}
      verb={terms === null ? '登録' : '更新'}
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <p className="break-anywhere">{meter.name}</p>
      {terms === null ? (
        <PastTimePicker
          title="いつから"
          label="いつから"
          description="これより前の使用量は変わりません。メーター交換と同時なら、交換日時を選びます"
          withAsterisk
          placeholder="日時を選択"
          {...form.getInputProps('validFrom')}
        />
      ) : (
        <p>
          {startText(terms.valid_from, zone)}
          からの設定を修正します。開始の日時を変えるときは、この設定を削除して追加し直します。
        </p>
      )}
      <TextInput
        size="md"
        label="倍率"
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('multiplier')}
      />
      <DigitFields
        digits={form.getInputProps('digitNumber')}
        decimals={form.getInputProps('decimalPoint')}
        values={form.values}
        onChange={(change) => form.setValues(change)}
      />
      <TermsEffectNote meterId={meter.id} asked={form.isDirty() ? askedOf(form.values) : null} {...shown} />
    </FormDialog>
  )
}
