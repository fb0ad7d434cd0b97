import { Flex, Tooltip } from '@mantine/core'
import { IconCamera, IconChartLine } from '@tabler/icons-react'
import type { Meter } from '../../../contract/meters.ts'
import { IconLink } from '../../ui/layout/IconLink.tsx'
import { isReadByPhone } from './CaptureLink.tsx'
import classes from './MeterActions.module.css'

/** A row's links as icons, to save width. */
export const MeterActions = ({ meter }: { meter: Meter }) => (
  <Flex component="span" gap="xs">
    <Tooltip label="グラフ">
      <IconLink
        to="/data"
        search={{ meter: meter.id }}
        variant="default"
        className={classes.action}
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
          className={classes.action}
          aria-label={`${meter.name}を撮影`}
        >
          <IconCamera size={18} aria-hidden />
        </IconLink>
      </Tooltip>
    )}
  </Flex>
)
