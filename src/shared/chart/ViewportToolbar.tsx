import { ActionIcon, Box, Button, Group } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { use } from 'react'
import { rangeText } from '../../../text/rangeText.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'
import { panViewport, type Viewport, zoomViewport } from './chartViewport.ts'
import classes from './ViewportToolbar.module.css'

interface Props {
  extent: Viewport
  viewport: Viewport
  /** Zoomed in. */
  part: boolean
  onViewport: (viewport: Viewport | null) => void
}

/** The visible time, and buttons for the chart's gestures. */
export function ViewportToolbar({ extent, viewport, part, onViewport }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  return (
    <Group gap="8px 12px">
      <Box component="span" mr="auto" c="dimmed" className="tabular-nums">
        {rangeText(formatRelativeTime(viewport.from, now, zone), formatRelativeTime(viewport.to, now, zone))}
      </Box>
      <ActionIcon.Group className={classes.moves}>
        <ActionIcon
          variant="default"
          aria-label="前の期間"
          disabled={!part || viewport.from <= extent.from}
          onClick={() => onViewport(panViewport(extent, viewport, -0.5))}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="グラフを縮小"
          disabled={!part}
          onClick={() => onViewport(zoomViewport(extent, viewport, 0.5))}
        >
          <IconZoomOut size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="グラフを拡大"
          onClick={() => onViewport(zoomViewport(extent, viewport, 2))}
        >
          <IconZoomIn size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label="次の期間"
          disabled={!part || viewport.to >= extent.to}
          onClick={() => onViewport(panViewport(extent, viewport, 0.5))}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
      <Button
        variant="default"
        leftSection={<IconArrowsMaximize size={18} aria-hidden />}
        disabled={!part}
        onClick={() => onViewport(null)}
      >
        全期間
      </Button>
    </Group>
  )
}
