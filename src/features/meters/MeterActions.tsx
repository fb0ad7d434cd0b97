import { ActionIcon, Flex, Tooltip } from '@mantine/core'
import { IconCamera, IconChartLine, IconCopy } from '@tabler/icons-react'
import type { Meter } from '../../../contract/meters.ts'
import { IconLink } from '../../ui/layout/IconLink.tsx'
import { isReadByPhone } from './CaptureLink.tsx'
import classes from './MeterActions.module.css'

interface Props {
  meter: Meter
  /** Null: 複製 is elsewhere, for want of width. */
  onCopy: ((meter: Meter) => void) | null
}

/** A row's actions as icons, to save width. */
export const MeterActions = ({ meter, onCopy }: Props) => (
  <Flex component="span" className={classes.actions} gap="xs">
    <Tooltip label="グラフ">
      <IconLink
        to="/data"
        search={{ meter: meter.id }}
        variant="default"
        aria-label={`${meter.name}のグラフ`}
      >
        <IconChartLine size={18} aria-hidden />
      </IconLink>
    </Tooltip>
    {isReadByPhone(meter) && (
      <Tooltip label="撮影">
        <IconLink
          to="/capture-meter-value/$id"
          params={{ id: String(meter.id) }}
          variant="light"
          aria-label={`${meter.name}を撮影`}
        >
          <IconCamera size={18} aria-hidden />
        </IconLink>
      </Tooltip>
    )}
    {onCopy && (
      <Tooltip label="複製">
        <ActionIcon
          variant="default"
          ml="auto"
          aria-label={`${meter.name}を複製`}
          onClick={() => onCopy(meter)}
        >
          <IconCopy size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )}
  </Flex>
)
