import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import type { Form } from '../../../ui/form/useSubmitForm.ts'
import classes from './allocationRules.module.css'
import { type RuleValues, sumOfShares } from './ruleForm.ts'

interface Props {
  form: Form<RuleValues>
}

/** Who bears how many per cent, with their sum. */
export function ShareFields({ form }: Props) {
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const { shares } = form.values
  const before = form.getInitialValues().shares
  const open = bearers.filter(
    ({ id, status }) => status === 0 || before.some(({ costBearerId }) => costBearerId === id),
  )
  return (
    <>
      {bearers.length === 0 && <p>負担先がありません。先に「負担先」の画面で登録してください。</p>}
      {shares.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form holds the values of the rows
        <fieldset key={index} className={classes.share} aria-label={`負担先 ${index + 1}`}>
          <RowSelect
            label="負担先"
            placeholder="未選択"
            size="md"
            rows={open}
            {...form.getInputProps(`shares.${index}.costBearerId`)}
          />
          <TextInput
            label="割合（%）"
            size="md"
            inputMode="decimal"
            {...form.getInputProps(`shares.${index}.percent`)}
          />
          <ActionIcon
            className={classes.remove ?? ''}
            variant="subtle"
            color="red"
            size={44}
            aria-label={`負担先 ${index + 1} を外す`}
            disabled={shares.length === 1}
            onClick={() => form.removeListItem('shares', index)}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <p role="status" className="tabular-nums">
        合計 {sumOfShares(shares)} %
      </p>
    </>
  )
}
