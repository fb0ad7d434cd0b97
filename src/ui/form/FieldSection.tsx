import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  legend: string
  className?: string | undefined
  children: ReactNode
}

/** A titled group of fields within a form. */
export const FieldSection = ({ legend, className, children }: Props) => (
  <Box component="fieldset" bd={0} miw={0} className={className}>
    <Box component="legend" pb="xs" fw={700}>
      {legend}
    </Box>
    <Stack gap="sm">{children}</Stack>
  </Box>
)
