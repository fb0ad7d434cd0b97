import { Button, Checkbox, Flex, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { searchText } from '../../../text/searchText.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import classes from './Board.module.css'

interface Props {
  chosen: readonly number[]
  error: ReactNode
  /** Whether another cycle has the meter. */
  isElsewhere: (id: number) => boolean
  onChoose: (ids: number[]) => void
}

/** So many are listed; buttons apply to all that are found. */
const maxListed = 100

/** The meters that count up, of which a cycle has some: searched for, and chosen one by one or all at once. */
export function CycleMeters({ chosen, error, isElsewhere, onChoose }: Props) {
  const { data: meters = [] } = useQuery(metersQuery)
  const { groups } = useMasters('groups')
  const [typed, setTyped] = useState('')
  const errorId = useId()
  const groupOf = ({ meter_group_id: id }: Meter) => groups.find((group) => group.id === id)?.name ?? ''
  const words = searchText(typed).split(/\s+/)
  const free = meters.filter(
    ({ id, is_cumulative }) => chosen.includes(id) || (is_cumulative && !isElsewhere(id)),
  )
  const found = free.filter((meter) => {
    const text = searchText([meter.name, meter.code, groupOf(meter)].join('\n'))
    return words.every((word) => text.includes(word))
  })
  const others = chosen.filter((id) => found.every((meter) => meter.id !== id))
  const ids = found.map(({ id }) => id)
  const elsewhere = meters.filter(({ id, is_cumulative }) => is_cumulative && isElsewhere(id)).length
  return (
    <FieldSection legend={`メーター（${chosen.length.toLocaleString('ja-JP')}件）`}>
      <TextInput
        aria-label="メーターを絞り込む"
        placeholder="名前、管理番号、グループで絞り込む"
        aria-describedby={errorId}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && (
        <Text id={errorId} role="alert" size="sm" c="var(--abnormal-text)">
          {error}
        </Text>
      )}
      <Flex gap="xs" wrap="wrap">
        <Button variant="default" onClick={() => onChoose([...others, ...ids])}>
          {`${found.length.toLocaleString('ja-JP')}件をすべて選ぶ`}
        </Button>
        <Button variant="default" onClick={() => onChoose(others)}>
          選択を外す
        </Button>
      </Flex>
      <ul className={classes.meters} aria-label="積算するメーター">
        {found.slice(0, maxListed).map((meter) => (
          <li key={meter.id}>
            <Checkbox
              className={classes.choice}
              label={[meter.code, meter.name, groupOf(meter)].filter(Boolean).join(' ')}
              checked={chosen.includes(meter.id)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(checked ? [...chosen, meter.id] : chosen.filter((id) => id !== meter.id))
              }
            />
          </li>
        ))}
        {found.length > maxListed && <li>ほか{found.length - maxListed}件。絞り込むと表示します。</li>}
        {found.length === 0 && <li>該当なし</li>}
      </ul>
      {elsewhere > 0 && <Text size="sm">ほかの検針サイクルのメーター {elsewhere}件は選べません。</Text>}
    </FieldSection>
  )
}
