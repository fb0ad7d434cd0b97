import { Radio, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import type { Board } from '../../../contract/closing/closings.ts'
import { estimateBases, type ProposedBasis } from '../../../contract/usage/estimates.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { textLimit } from '../../../text/limits.ts'
import { useCreateEstimate } from '../../lib/mutations/estimateMutations.ts'
import { estimateProposalsQuery } from '../../lib/queries/estimates.ts'
import { closingTimeText } from '../../shared/closings/closingTimeText.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { moveFocus } from '../../ui/form/moveFocus.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import { localOfInstant } from '../../ui/text/localTime.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import classes from './Board.module.css'
import type { BoardMeter } from './boardRows.ts'
import { basisNames } from './estimateTexts.ts'

interface Props {
  row: BoardMeter
  board: Pick<Board, 'from' | 'to'>
  onClose: () => void
}

interface Values {
  /** Empty until one is chosen. */
  basis: string
  typed: string
  reason: string
}

const schema = z
  .object({
    basis: z.enum(estimateBases, '認定の方法を選択してください'),
    typed: z.string().check(z.maxLength(textLimit)),
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, '認定の理由を入力してください'), z.maxLength(textLimit), oneLine),
  })
  .check(
    z.refine(({ basis, typed }) => basis !== 'typed' || (parseNumberValue(typed) ?? -1) >= 0, {
      error: '指示値を数値で入力してください',
      path: ['typed'],
    }),
  )

/** 認定: estimates the index at a closing time by one of three proposals, or by a typed index. */
export function EstimateDialog({ row, board, onClose }: Props) {
  const zone = use(TimeZone)
  const at = localOfInstant(Date.parse(board.to), zone)
  // The usage of a period counts from the closing reading before it, not from the closing time.
  const from = localOfInstant(Date.parse(row.start?.at ?? board.from), zone)
  const proposals = useQuery(estimateProposalsQuery(row.id, { from, at }))
  const create = useCreateEstimate(row.id)
  const submitForm = useSubmitForm<Values>({
    initialValues: { basis: '', typed: '', reason: '' },
    schema,
    failed: '認定できませんでした',
    fields: ({ basis }) => ({ value: basis === 'typed' ? 'typed' : 'basis', at: 'basis' }),
    send: async ({ basis: chosen, typed, reason }) => {
      const basis = estimateBases.find((each) => each === chosen)
      const proposal = proposals.data?.find((each) => each.basis === basis)
      const value = proposal?.value ?? parseNumberValue(typed)
      if (basis === undefined || value == null) return
      await create.mutateAsync({ at, value, basis, reason: reason.trim() })
      notify.success(`「${row.name}」の指示値を ${indexText(value)} と認定しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const firstProposal = useRef<HTMLInputElement>(null)
  const ownIndex = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when they are there
  useEffect(() => {
    if (ownIndex.current && form.values.basis === '') moveFocus(ownIndex.current, firstProposal.current)
  }, [proposals.data])
  const indexText = (value: number) => formatNumber(value, row.meter?.decimal_point ?? null)
  const sum = (usage: number | null) =>
    usage === null ? '使用量は不明' : `使用量 ${formatNumber(usage, row.decimals)} ${row.unit}`.trimEnd()
  const typedIndex = parseNumberValue(form.values.typed)
  return (
    <FormDialog
      title="認定"
      width={560}
      verb="認定する"
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <p className="break-anywhere">
        「{row.name}」の {closingTimeText(board.to, zone)}{' '}
        の指示値を推定します。次に測定した値で精算されます。
        {row.start && `前回の検針は ${indexText(row.start.value)} です。`}
      </p>
      <Radio.Group label="認定の方法" withAsterisk {...form.getInputProps('basis')}>
        <div className={classes.choices}>
          {proposals.error && (
            <RefetchError
              error={proposals.error}
              fetchedAt={proposals.dataUpdatedAt}
              retry={() => void proposals.refetch()}
            />
          )}
          {proposals.isPending && <Skeleton height={120} role="status" aria-label="読み込み中" />}
          {proposals.data?.map(({ basis, value, usage }, index) => (
            <Radio
              key={basis}
              ref={index === 0 ? firstProposal : null}
              value={basis}
              label={basisNames[basis satisfies ProposedBasis]}
              description={`指示値 ${indexText(value)}、${sum(usage)}`}
            />
          ))}
          {proposals.data?.length === 0 && <p>計算に使える過去の使用量がありません。</p>}
          <Radio ref={ownIndex} value="typed" label={basisNames.typed} />
        </div>
      </Radio.Group>
      {form.values.basis === 'typed' && (
        <TextInput
          label="指示値"
          withAsterisk
          inputMode="decimal"
          description={
            row.start !== null &&
            typedIndex != null &&
            `前回の検針との差 ${formatDifference(typedIndex - row.start.value, row.meter?.decimal_point ?? null)}`
          }
          {...form.getInputProps('typed')}
        />
      )}
      <TextInput
        label="理由"
        withAsterisk
        placeholder="メーターが雪に埋まっていた"
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
