import { render } from 'solid-js/web'
import { KitGallery } from './KitGallery.tsx'

const root = document.getElementById('root')
if (root) render(() => <KitGallery />, root)
