import type { HelpTopic, Reader } from './topic.ts'
import { inspectorTopics } from './topics/inspector.ts'
import { officeTopics } from './topics/office.ts'
import { supervisorTopics } from './topics/supervisor.ts'

export const topicsOf: Record<Reader, readonly HelpTopic[]> = {
  inspector: inspectorTopics,
  supervisor: supervisorTopics,
  office: officeTopics,
}

export const helpTopics: readonly HelpTopic[] = Object.values(topicsOf).flat()
