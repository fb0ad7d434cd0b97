import { PlainTime } from './PlainTime.tsx'

interface Props {
  /** ISO 8601. */
  time: string
  /** The person's name, where it is known. */
  by: string | null | undefined
}

/** 今日 14:03 and who did it. */
export const WhenAndWho = ({ time, by }: Props) => (
  <>
    <PlainTime time={time} />
    {by && ` ${by}`}
  </>
)
