import { Anchor } from '@mantine/core'
import classes from './ContactText.module.css'
import { telephoneIn } from './telephone.ts'

/** Whom to call; a telephone number in it is called by a press. */
export function ContactText({ text }: { text: string }) {
  const telephone = telephoneIn(text)
  if (telephone === null) return text
  return (
    <>
      {telephone.before}
      <Anchor href={telephone.href} className={classes.number}>
        {telephone.number}
      </Anchor>
      {telephone.after}
    </>
  )
}
