import { Flex, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../../contract/time/timeReasons.ts'
import { isUnread } from '../../../../contract/values/abnormal.ts'
import { readingStateOf } from '../../../../contract/values/readingState.ts'
import { ReadingStateMark } from '../../../shared/readings/ReadingStateMark.tsx'
import { UnconfirmedTime } from '../../../shared/readings/UnconfirmedTime.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import text from '../../../ui/text/Text.module.css'
import classes from './LatestValues.module.css'

export interface Latest {
  meterId: number
  name: string
  unit: string | undefined
  decimals: number | null
  /** Says what a picture waits for. */
  type: CategoryType | undefined
  reading: Reading | null
  /** Why there is no reading. */
  absence: string
}

interface Props {
  latest: readonly Latest[]
  onOpen: (meterId: number, readingId: number) => void
}

const isEmpty = ({ value, read_state }: Reading) => value === null && isUnread(read_state)
/** Whether a person should look at its value or time. */
const needsCheck = (reading: Reading) => readingStateOf(reading) === 'unsure' || isTimeUnconfirmed(reading)
const isNormal = (reading: Reading) => !reading.is_abnormal && !isEmpty(reading) && !needsCheck(reading)

/** Latest value of each meter; a press opens it. */
export const LatestValues = memo(({ latest, onOpen }: Props) => (
  <Flex component="section" direction="column" gap={8} miw={0} aria-label="最新の測定値">
    <h2 className={classes.title}>最新の測定値</h2>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys */}
    <ul className={classes.list} tabIndex={0} aria-label="最新の測定値の一覧">
      {latest.map(({ meterId, name, unit, decimals, type, reading, absence }) => (
        <li key={meterId}>
          {reading ? (
            <UnstyledButton
              className={classes.card}
              data-abnormal={reading.is_abnormal || undefined}
              data-unsure={needsCheck(reading) || undefined}
              data-none={isEmpty(reading) || undefined}
              onClick={() => onOpen(meterId, reading.id)}
            >
              <span className={classes.name}>{name}</span>
              <span>
                <ValueText
                  value={reading.value}
                  unit={unit}
                  decimals={decimals}
                  state={reading.read_state}
                  type={type}
                  size="lg"
                  wraps
                />
              </span>
              <Flex component="span" wrap="wrap" gap="4px 8px" align="center" mt="auto">
                {reading.is_abnormal && <StatusPill tone="abnormal">異常</StatusPill>}
                <ReadingStateMark state={readingStateOf(reading)} />
                {isTimeUnconfirmed(reading) && <UnconfirmedTime />}
                {isNormal(reading) && <StatusPill tone="normal">正常</StatusPill>}
                <span className={text.dimmed}>
                  <PlainTime time={reading.created_at} />
                </span>
              </Flex>
            </UnstyledButton>
          ) : (
            <div className={classes.card} data-none>
              <span className={classes.name}>{name}</span>
              <span className={text.dimmed}>{absence}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  </Flex>
))
