import { createEffect, createResource, on, type Resource } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useServices } from '../../base/state/services.ts'

/** The services that tools use, from the worker; call `reload` after a change. */
export function createServices(): { services: Resource<Services>; reload: () => void } {
  const { state } = useApp()
  const [services, { refetch }] = createResource(useServices().list)
  // after a change in another tab the preferences are read again and become a new object
  createEffect(
    on(
      () => state.preferences,
      () => void refetch(),
      { defer: true },
    ),
  )
  return { services, reload: () => void refetch() }
}
