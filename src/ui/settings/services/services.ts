import { createEffect, createResource, on, type Resource } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useServices } from '../../base/state/services.ts'

/** The services that tools use, as the worker knows them; `reload` after something was changed. */
export function createServices(): { services: Resource<Services>; reload: () => void } {
  const { state } = useApp()
  const [services, { refetch }] = createResource(useServices().list)
  // another tab has changed something: the preferences are read again then, and are another object
  createEffect(
    on(
      () => state.preferences,
      () => void refetch(),
      { defer: true },
    ),
  )
  return { services, reload: () => void refetch() }
}
