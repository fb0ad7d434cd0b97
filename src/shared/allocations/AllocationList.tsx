import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AllocationPart, allocate } from '../../../contract/usage/allocation.ts'
import { decimal, plus, roundedTo, toNumber } from '../../../contract/usage/decimal.ts'
import { percentChange } from '../../../contract/usage/perDay.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { nameIn } from '../../lib/queries/masters.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import { AllocationCsv } from './AllocationCsv.tsx'
import type { AllocatedMeter } from './allocatedMeter.ts'
import classes from './allocations.module.css'
import {
  allocationMethodNames,
  allocationProblemTexts,
  leftOutText,
  usageMarkNames,
} from './allocationTexts.ts'

interface Props {
  /** `YYYY-MM` */
  month: string
  meters: readonly AllocatedMeter[]
}

/** 按分 of a month: each meter with who bears which part, and all of them as CSV. */
export function AllocationList({ month, meters }: Props) {
  const { data: bearers = [] } = useQuery(costBearersQuery)
  if (meters.length === 0)
    return (
      <EmptyState text="この月に按分するメーターはありません。メーターの詳細の「按分」で方法を登録します。" />
    )
  return (
    <div className={classes.list}>
      {meters.map((meter) => (
        <AllocatedUsage key={meter.id} meter={meter} bearerOf={(id) => nameIn(bearers, id)} />
      ))}
      <div>
        <AllocationCsv month={month} meters={meters} bearerOf={(id) => nameIn(bearers, id)} />
      </div>
    </div>
  )
}

interface UsageProps {
  meter: AllocatedMeter
  bearerOf: (id: number | null) => string | undefined
}

function AllocatedUsage({ meter, bearerOf }: UsageProps) {
  const { name, unit, usage, mark, allocation } = meter
  const { method, problem, left_out: leftOut = [] } = allocation
  const parts = writtenParts(meter)
  const written = (value: number | null) =>
    value === null ? '不明' : formatNumber(value, decimalsOf(value, meter))
  return (
    <section className={classes.meter} aria-label={name}>
      <h3 className={classes.name}>
        {name}{' '}
        <span className="tabular-nums">
          {written(usage)}
          {usage !== null && ` ${unit} ${usageMarkNames[mark]}`.trimEnd()}
        </span>
      </h3>
      <p className={classes.quiet}>{differenceText(meter)}</p>
      {problem !== null && <p>{allocationProblemTexts[problem]}</p>}
      {leftOut.length > 0 && (
        <p className={classes.quiet}>{leftOutText(leftOut.map((child) => child.name))}</p>
      )}
      {parts.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{method === 'usage' ? '子メーター' : '負担先'}</Table.Th>
              <Table.Th className={classes.number ?? ''}>{method === 'usage' ? '使用量' : '割合'}</Table.Th>
              <Table.Th className={classes.number ?? ''}>按分後</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular-nums">
            {parts.map((part) => {
              const bearer = part.meter_id === null ? undefined : bearerOf(part.cost_bearer_id)
              return (
                <Table.Tr key={part.meter_id ?? part.cost_bearer_id}>
                  <Table.Td className={classes.part ?? ''}>
                    {part.name}
                    {bearer !== undefined && <span className={classes.quiet}> {bearer}</span>}
                  </Table.Td>
                  <Table.Td className={classes.number ?? ''}>
                    {method === 'usage'
                      ? part.weight === null
                        ? '不明'
                        : formatNumber(part.weight, isInterpolated(meter) ? meter.decimals : null)
                      : `${part.weight} %`}
                  </Table.Td>
                  <Table.Td className={classes.number ?? ''}>
                    {part.usage === null ? '按分なし' : written(part.usage)}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

/** More decimals than the meter has say nothing about what was used. The children of an unknown usage may be so too. */
const isInterpolated = ({ mark }: AllocatedMeter): boolean => mark === 'interpolated' || mark === 'unknown'

/** With the meter's decimals, or with those of the number if it has more: the parts add up as they are written. */
const decimalsOf = (value: number, meter: AllocatedMeter): number | null => {
  const { decimals } = meter
  const fits = isInterpolated(meter) || (decimals !== null && decimal(value).scale <= decimals)
  return fits ? decimals : null
}

/** The parts of the usage as it is written, so that they add up to it; the CSV has the exact ones. */
function writtenParts(meter: AllocatedMeter): readonly AllocationPart[] {
  const { usage, decimals, allocation } = meter
  const { problem, parts } = allocation
  if (!isInterpolated(meter) || usage === null || decimals === null || problem !== null) return parts
  if (decimal(usage).scale <= decimals) return parts
  const idOf = ({ meter_id: meterId, cost_bearer_id: bearerId }: AllocationPart) => meterId ?? bearerId ?? 0
  const claims = parts.map((part) => ({ id: idOf(part), weight: decimal(part.weight ?? 0) }))
  const written = allocate(roundedTo(decimal(usage), decimals), claims, decimals)
  return parts.map((part) => {
    const units = written?.get(idOf(part))
    return { ...part, usage: units ? toNumber(units) : part.usage }
  })
}

/** What no child has counted, with its part of the usage. */
function differenceText(meter: AllocatedMeter): string {
  const { unit, usage, allocation } = meter
  const { method, problem, difference } = allocation
  if (method === 'shares' || difference === null || usage === null) return allocationMethodNames[method]
  const part = percentChange(plus(decimal(usage), decimal(difference)), decimal(usage))
  const share = part === null ? '' : `（${formatDifference(part, 1)} %）`
  const text = `子メーターとの差 ${formatDifference(difference, decimalsOf(difference, meter))} ${unit}${share}`
  return problem === null ? `${text}も、子メーターの使用量の割合で分けています。` : text
}
