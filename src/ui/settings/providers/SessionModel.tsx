import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { keepLastModel } from './chosen-model.ts'
import ModelPicker from './ModelPicker.tsx'

/** The model of an open session, from its next answer on. The next session begins with the model chosen last. */
export default function SessionModel(props: { session: OpenSession }): JSX.Element {
  const { actions } = useApp()
  return (
    <Show when={props.session.view?.config.model}>
      {(model) => (
        <ModelPicker
          model={model()}
          onChange={(change) => {
            const next = { ...model(), ...change }
            const id = actions.configure({ model: next })
            if (id !== null) keepLastModel(next)
            return id
          }}
        />
      )}
    </Show>
  )
}
