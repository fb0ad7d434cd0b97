import { Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WalkStop } from '../../lib/rounds/walk.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import classes from './NextLink.module.css'

interface Props {
  stop: WalkStop
  /** Above the meter's name. */
  why: ReactNode
  note?: string
  rightSection?: ReactNode
  fullWidth?: boolean
  replace?: boolean
}

/** The round goes on with this meter. */
export const NextLink = ({ stop: { meter }, why, note = '', ...button }: Props) => (
  <ButtonLink
    {...button}
    to="/capture-meter-value/$id"
    params={{ id: String(meter.id) }}
    h="auto"
    mih={64}
    py={8}
    fz="lg"
    leftSection={<IconCamera size={24} aria-hidden />}
  >
    <span className={classes.next}>
      <small>{why}</small>
      {/* Large text must not cover the list. */}
      <Text component="span" inherit lineClamp={3}>
        {meter.name}
      </Text>
      {note && <small>{note}</small>}
    </span>
  </ButtonLink>
)
