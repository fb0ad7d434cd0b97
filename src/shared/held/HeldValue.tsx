import { Box, Flex } from '@mantine/core'
import { ValueText } from '../readings/ValueText.tsx'
import { HeldMark } from './HeldMark.tsx'

interface Props {
  /** Null: the server reads it. */
  value: number | null
  arrived: boolean
  unit?: string | undefined
  decimals: number | null
  abnormal?: boolean
  size?: 'sm' | 'md' | 'lg' | 'inherit'
}

/** A value that this phone holds and the server's lists do not show yet. */
export const HeldValue = ({ value, arrived, unit, decimals, abnormal, size = 'md' }: Props) => (
  <Flex component="span" display="inline-flex" wrap="wrap" gap="2px 8px" align="center">
    {value === null ? (
      <Box component="span" fw={700}>
        読取待ち
      </Box>
    ) : (
      <ValueText value={value} unit={unit} decimals={decimals} abnormal={abnormal} size={size} wraps />
    )}
    <HeldMark arrived={arrived} />
  </Flex>
)
