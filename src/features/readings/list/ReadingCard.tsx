import { Flex, UnstyledButton } from '@mantine/core'
import type { Category } from '../../../../contract/categories.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../../contract/time/timeReasons.ts'
import { readingStateOf } from '../../../../contract/values/readingState.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { ReadingStateMark } from '../../../shared/readings/ReadingStateMark.tsx'
import { UnconfirmedTime } from '../../../shared/readings/UnconfirmedTime.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import card from '../../../ui/table/PictureCard.module.css'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import text from '../../../ui/text/Text.module.css'
import { ConsumptionText } from './ConsumptionText.tsx'

interface Props {
  reading: Reading
  unit: string | undefined
  category: Category | undefined
  onOpen: () => void
}

/** A list row on phones. */
export function ReadingCard({ reading, unit, category, onOpen }: Props) {
  const { meter, value } = reading
  const state = readingStateOf(reading)
  return (
    <UnstyledButton className={card.card} w="100%" data-reading={reading.id} onClick={onOpen}>
      <span className={card.picture}>
        <Thumbnail
          src={reading.result_thumbnail ?? reading.thumbnail}
          fallback={category && <CategoryIcon category={category} size={28} />}
        />
      </span>
      <Flex component="span" direction="column" align="flex-start" gap={2} miw={0}>
        <span className={text.name}>{meter.name}</span>
        <ValueText
          value={value}
          unit={unit}
          decimals={meter.decimal_point}
          abnormal={reading.is_abnormal}
          unsure={state === 'unsure'}
          state={reading.read_state}
          type={category?.type}
          reasons={reading.reasons}
          size="lg"
          wraps
        />
        <span className={text.dimmed}>
          <PlainTime time={reading.created_at} />
          {'　'}
          <ReadingStateMark state={state} unsureElsewhere />
          {isTimeUnconfirmed(reading) && (
            <>
              {'　'}
              <UnconfirmedTime />
            </>
          )}
          {reading.consumption && (
            <>
              {'　使用量 '}
              <ConsumptionText consumption={reading.consumption} decimals={meter.decimal_point} unit={unit} />
            </>
          )}
        </span>
      </Flex>
    </UnstyledButton>
  )
}
