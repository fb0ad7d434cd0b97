import { IconChartLine } from '@tabler/icons-react'
import type { Meter } from '../../../contract/meters.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import classes from './CaptureLink.module.css'

export const GraphLink = ({ meter }: { meter: Meter }) => (
  <ButtonLink
    to="/data"
    search={{ meter: meter.id }}
    className={classes.small}
    size="sm"
    variant="default"
    leftSection={<IconChartLine size={18} aria-hidden />}
    aria-label={`${meter.name}のグラフ`}
  >
    グラフ
  </ButtonLink>
)
