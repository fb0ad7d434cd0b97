import { Anchor, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows } from '../../../contract/access.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './Help.module.css'
import { pictureSizes } from './topic.ts'
import { helpTopics } from './topics.ts'

interface Props {
  id: string
}

/** One topic of ヘルプ: what it is for, the steps, and what to do where it does not work. */
export function TopicScreen({ id }: Props) {
  const { role } = useAccount()
  const topic = helpTopics.find((each) => each.id === id)
  const back = <BackButton to="/help" />
  if (topic === undefined)
    return (
      <Page title="ヘルプ" back={back}>
        <EmptyState
          text="このヘルプはありません。一覧から選び直してください。"
          action={<ButtonLink to="/help">ヘルプ一覧へ</ButtonLink>}
        />
      </Page>
    )
  const related = helpTopics.filter((each) => topic.related.includes(each.id))
  return (
    <Page title={topic.title} back={back}>
      <article className={classes.article}>
        <p>{topic.purpose}</p>
        <Section title="手順">
          <ol className={classes.steps}>
            {topic.steps.map((step) => (
              <li key={step}>
                <Labelled text={step} />
              </li>
            ))}
          </ol>
        </Section>
        <div className={classes.screens}>
          {topic.screens
            .filter(({ access = 'user' }) => allows(access, role))
            .map(({ to, label }) => (
              <ButtonLink key={to} to={to} variant="default">
                {`${label}を開く`}
              </ButtonLink>
            ))}
        </div>
        <div className={classes.pictures}>
          {topic.pictures.map(({ name, size, alt }) => (
            <img
              key={name}
              src={`/help/${name}.webp`}
              alt={alt}
              {...pictureSizes[size]}
              className={classes.picture}
              data-size={size}
            />
          ))}
        </div>
        <Section title="うまくいかないとき">
          <dl className={classes.troubles}>
            {topic.troubles.map(({ problem, remedy }) => (
              <div key={problem}>
                <dt>{problem}</dt>
                <dd>
                  <Labelled text={remedy} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title="関連するヘルプ">
          <ul className={classes.related}>
            {related.map((each) => (
              <li key={each.id}>
                <Anchor component={Link} to={`/help/${each.id}`}>
                  {each.title}
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      </article>
    </Page>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} fz={16} mb={8}>
      {title}
    </Title>
    {children}
  </section>
)

/** Text in which the labels of the screens are bold. */
const Labelled = ({ text }: { text: string }) =>
  text.split(/(「[^」]+」)/).map((part) => (part.startsWith('「') ? <b key={part}>{part}</b> : part))
