import { Box, Flex, Stack } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useTakenPicture } from '../../lib/readings/useTakenPicture.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { IconLink } from '../../ui/layout/IconLink.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import cards from '../../ui/table/Cards.module.css'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { CaptureLink, isReadByPhone } from './CaptureLink.tsx'
import { isHeld, LastValue, timeOf } from './LastValue.tsx'
import classes from './MeterCard.module.css'
import { VerificationDay } from './management/VerificationDay.tsx'
import type { MeterRow } from './meterRows.ts'

/** On phones: picture, latest value, capture link, and a verification that has ended or ends soon. */
export function MeterCard({ row }: { row: MeterRow }) {
  const { meter, last, name, unit, category, group, inspection, device } = row
  const held = last && isHeld(last) ? last : null
  const taken = useTakenPicture(held?.id ?? null)
  const locations = [meter.code, group, inspection, device].filter((place) => place !== null)
  return (
    <article className={cards.content} aria-label={name}>
      <div className={cards.picture}>
        <Thumbnail
          src={taken ?? (held ? null : meter.last_reading?.thumbnail) ?? meter.thumbnail}
          fallback={category && <CategoryIcon category={category} size={36} />}
        />
      </div>
      <Stack gap={4} miw={0}>
        <div className={classes.head}>
          <Box component="h2" fz="md" fw={700} lh={1.4} className="break-anywhere">
            <ScreenLink route="/meters/$id" params={{ id: String(row.id) }}>
              {name}
            </ScreenLink>
          </Box>
          <IconLink to="/data" search={{ meter: row.id }} aria-label={`${name}のグラフ`}>
            <IconChartLine size={22} aria-hidden />
          </IconLink>
        </div>
        {last ? (
          <Flex wrap="wrap" gap="0 10px" align="baseline">
            <LastValue meter={meter} last={last} unit={unit} size="lg" />
            <Box component="span" fz="sm" c="dimmed" className="tabular-nums">
              <PlainTime time={timeOf(last)} />
            </Box>
          </Flex>
        ) : (
          <Box component="span" fz="sm" c="dimmed" className="tabular-nums">
            未測定
          </Box>
        )}
        {meter.place_note && (
          <Box component="p" fz="sm" c="dimmed" className="multiline">
            {meter.place_note}
          </Box>
        )}
        {locations.length > 0 && (
          <Box component="p" fz="sm" c="dimmed" className="multiline">
            {locations.join('・')}
          </Box>
        )}
        {row.verification && meter.verification_expires_on && (
          <Flex component="p" fz="sm" wrap="wrap" gap="0 8px">
            検定有効期限 <VerificationDay day={meter.verification_expires_on} />
          </Flex>
        )}
      </Stack>
      {isReadByPhone(meter) && (
        <div className={classes.action}>
          <CaptureLink meter={meter} large />
        </div>
      )}
    </article>
  )
}
