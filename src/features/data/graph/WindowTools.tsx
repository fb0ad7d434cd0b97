import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { use } from 'react'
import { rangeText } from '../../../../contract/ranges.ts'
import { TimeZone, useMinute } from '../../../ui/text/clock.ts'
import { timeWords } from '../../../ui/text/timeWords.ts'
import { panned, type TimeWindow, zoomed } from './timeWindow.ts'
import classes from './WindowTools.module.css'

interface Props {
  whole: TimeWindow
  shown: TimeWindow
  /** Part of the whole is shown. */
  part: boolean
  onWindow: (window: TimeWindow | null) => void
}

/** Which stretch of time is shown, and what fingers and keys do in the chart as buttons. */
export function WindowTools({ whole, shown, part, onWindow }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  return (
    <div className={classes.tools}>
      <span className={classes.words}>
        {rangeText(timeWords(shown.from, now, zone), timeWords(shown.to, now, zone))}
      </span>
      <ActionIcon.Group className={classes.moves}>
        <ActionIcon
          variant="default"
          aria-label="前の期間"
          disabled={!part || shown.from <= whole.from}
          onClick={() => onWindow(panned(whole, shown, -0.5))}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="期間を縮小"
          disabled={!part}
          onClick={() => onWindow(zoomed(whole, shown, 0.5))}
        >
          <IconZoomOut size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="期間を拡大"
          onClick={() => onWindow(zoomed(whole, shown, 2))}
        >
          <IconZoomIn size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="次の期間"
          disabled={!part || shown.to >= whole.to}
          onClick={() => onWindow(panned(whole, shown, 0.5))}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
      <Button
        variant="default"
        leftSection={<IconArrowsMaximize size={18} aria-hidden />}
        disabled={!part}
        onClick={() => onWindow(null)}
      >
        全期間
      </Button>
    </div>
  )
}
