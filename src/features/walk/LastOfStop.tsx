import { Flex } from '@mantine/core'
import type { Meter } from '../../../contract/meters.ts'
import { type Held, heldSince, withHeld } from '../../lib/held/held.ts'
import { type HeldReplacement, isStartValue, withReplacements } from '../../lib/held/heldReplacements.ts'
import { lastKnown } from '../../lib/live/lastKnown.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { HeldMark } from '../../shared/held/HeldMark.tsx'
import { HeldValue } from '../../shared/held/HeldValue.tsx'
import { emptyText, ValueText } from '../../shared/readings/ValueText.tsx'
import stop from '../../shared/rounds/Stop.module.css'
import { PlainTime } from '../../ui/text/PlainTime.tsx'

interface Props {
  meter: Meter
  unit: string | undefined
  /** Its newest capture on this phone, from an earlier round. */
  held: Held | undefined
  /** That this phone holds of it. */
  replacements: readonly HeldReplacement[]
}

/** The last value of a meter that is left, to compare with. */
export function LastOfStop({ meter: told, unit, held, replacements }: Props) {
  const replaced = withReplacements(told, replacements)
  const latest = heldSince(replaced, held)
  const meter = withHeld(replaced, latest)
  const { known, newer } = lastKnown(meter)
  const type = useCategoryType(meter.meter_category_id)
  const [replacement] = replacements
  return (
    <Flex component="span" align="center" wrap="wrap" gap="2px 8px">
      <span className={stop.who}>前回</span>
      {known ? (
        <>
          <ValueText
            value={known.value}
            unit={unit}
            decimals={meter.decimal_point}
            abnormal={known.abnormal}
            wraps
          />
          {replacement && isStartValue(meter, known) && <HeldMark arrived={replacement.arrived} />}
          {latest?.value != null && <HeldMark arrived={latest.arrived} />}
          <span className={stop.who}>
            <PlainTime time={known.created_at} />
          </span>
        </>
      ) : latest ? (
        <HeldValue value={latest.value} arrived={latest.arrived} decimals={meter.decimal_point} size="sm" />
      ) : (
        <span className={stop.who}>{emptyText(newer?.read_state ?? null, type)}</span>
      )}
    </Flex>
  )
}
