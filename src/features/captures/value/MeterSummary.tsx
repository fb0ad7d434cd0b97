import { Box, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Category } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { KnownMonths } from '../../../../contract/usage/monthSoFar.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import type { Held } from '../../../lib/held/held.ts'
import { type HeldReplacement, isStartValue } from '../../../lib/held/heldReplacements.ts'
import { lastKnown } from '../../../lib/live/lastKnown.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { HeldMark } from '../../../shared/held/HeldMark.tsx'
import { HeldValue } from '../../../shared/held/HeldValue.tsx'
import { RangeText } from '../../../shared/ranges/RangeText.tsx'
import { emptyText, ValueText } from '../../../shared/readings/ValueText.tsx'
import { MonthUsages } from '../../../shared/usages/MonthUsages.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './MeterSummary.module.css'

interface Props {
  /** With what this phone holds. */
  meter: Meter
  /** Null: it does not count up, or they are not known here. */
  months?: KnownMonths | null
  held?: Held | undefined
  /** Why there is no last value; null: there is no data. */
  absent?: string | null | undefined
  /** The latest that this phone holds. */
  replacement?: HeldReplacement | undefined
  category: Pick<Category, 'type' | 'icon'>
  unit: string
}

/** Where to find it, and for comparison: last value, usage of the months, ranges, reference picture. */
export function MeterSummary({
  meter,
  months = null,
  held,
  absent = null,
  replacement,
  category,
  unit,
}: Props) {
  const [opened, dialog] = useDisclosure()
  const { decimal_point: decimals } = meter
  const { known, newer } = lastKnown(meter)
  const shownNewer = held === undefined ? newer : null
  const isStart = known !== null && isStartValue(meter, known)
  const mark = isStart ? replacement : held?.value != null ? held : undefined
  const { emergency_start_value: start, emergency_end_value: end } = meter
  return (
    <Group gap="4px 12px" justify="space-between">
      <dl className={classes.list}>
        {meter.place_note && (
          <div className={classes.place}>
            <dt>設置場所</dt>
            <dd>{meter.place_note}</dd>
          </div>
        )}
        <div>
          <dt>前回</dt>
          <dd>
            {known ? (
              <>
                <ValueText
                  value={known.value}
                  unit={unit}
                  decimals={decimals}
                  abnormal={known.abnormal}
                  unsure={known.unsure}
                />{' '}
                <Box component="span" c="dimmed">
                  <TimeText time={known.created_at} />
                </Box>
                {mark && (
                  <>
                    {' '}
                    <HeldMark arrived={mark.arrived} />
                  </>
                )}
                {isStart && (
                  <Box component="span" display="block" fz={13} c="dimmed">
                    新メーターの開始値
                  </Box>
                )}
              </>
            ) : (
              shownNewer === null && held?.value !== null && (absent ?? 'データ無し')
            )}
            {held?.value === null && (
              <Box component="span" display="block" fz={13} c="dimmed">
                <TimeText time={held.at} />{' '}
                <HeldValue value={null} arrived={held.arrived} decimals={decimals} />
              </Box>
            )}
            {shownNewer && (
              <Box component="span" display="block" fz={13} c="dimmed">
                <TimeText time={shownNewer.created_at} /> は
                {shownNewer.value === null
                  ? emptyText(shownNewer.read_state, category.type)
                  : ` ${formatNumber(shownNewer.value, decimals)} ${unit}（要確認）`}
              </Box>
            )}
          </dd>
        </div>
        {months && (
          <div>
            <dt>使用量</dt>
            <dd>
              <MonthUsages months={months} meter={meter} unit={unit} />
            </dd>
          </div>
        )}
        <div>
          <dt>測定範囲</dt>
          <dd>
            <RangeText start={meter.start_value} end={meter.end_value} decimals={decimals} unit={unit} />
          </dd>
        </div>
        {start !== null && end !== null && (
          <div>
            <dt>異常範囲</dt>
            <dd>
              <RangeText start={start} end={end} decimals={decimals} unit={unit} />
            </dd>
          </div>
        )}
      </dl>
      {meter.reference && (
        <UnstyledButton
          className={classes.reference}
          onClick={dialog.open}
          aria-label="メーター画像を大きく表示"
        >
          <Thumbnail src={meter.reference} fallback={<CategoryIcon category={category} size={28} />} />
        </UnstyledButton>
      )}
      <Dialog title="メーター画像" opened={opened} onClose={dialog.close}>
        {/* Kept on the device, unlike the full-size picture. */}
        <Box
          component="img"
          w="100%"
          bdrs={8}
          src={meter.reference ?? undefined}
          alt={`${meter.name}のメーター画像`}
        />
      </Dialog>
    </Group>
  )
}
