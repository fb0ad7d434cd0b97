import { Box, Button, Flex, Skeleton } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { failureText } from '../../failures/failureText.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { AsOf } from './AsOf.tsx'
import type { Part } from './part.ts'
import { isZero, oldestOf } from './sections.ts'
import classes from './Today.module.css'

interface Props {
  title: string
  parts: readonly Part[]
}

/** What of its parts is not zero, with the time of the data; nothing where all are. */
export function TodaySection({ title, parts }: Props) {
  const id = useId()
  const shown = parts.filter((part) => !isZero(part))
  if (shown.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Flex wrap="wrap" gap="0 10px" align="baseline">
        <Box component="h2" fz="lg" lh={1.4} id={id}>
          {title}
        </Box>
        <AsOf fetchedAt={oldestOf(shown)} />
      </Flex>
      {shown.map((part) => (
        <Content key={part.name} part={part} />
      ))}
    </section>
  )
}

function Content({ part }: { part: Part }) {
  const { name, count, list, rows } = part
  if (count === undefined) return <Skeleton height={72} />
  if (count === null) return <Unknown part={part} />
  return (
    <>
      {list && (
        <h3 className={classes.count}>
          <ScreenLink {...list}>
            {name} {count.toLocaleString('ja-JP')}件
          </ScreenLink>
        </h3>
      )}
      {rows && (
        <ul className={classes.rows} aria-label={name}>
          {rows}
        </ul>
      )}
    </>
  )
}

/** A count that could not be fetched is no zero. */
function Unknown({ part: { name, error, refetch } }: { part: Part }) {
  return (
    <div className={classes.unknown} role="status">
      <IconHelpCircle size={20} aria-hidden />
      <Box component="p" flex="1 1 12em" miw={0} className="by-phrase">
        {name}は分かりません。{error && `${failureText(error).title}。`}
      </Box>
      <Button
        size="compact-md"
        variant="default"
        aria-label={`${name}を再試行`}
        onClick={() => void refetch()}
      >
        再試行
      </Button>
    </div>
  )
}
