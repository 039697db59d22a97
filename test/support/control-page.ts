/**
 * A page that is always the same: code that runs once, and elements. Its duration shows how fast a machine is at
 * starting a page, of which the speed of a long-running loop says nothing.
 */

const MANY = 1500
const numbers = Array.from({ length: MANY }, (_, n) => n)
const code = numbers
  .map(
    (n) =>
      `function f${n}(into){const one=document.createElement('p');one.title='t${n}';one.textContent=[${n},'${n}'].map((each)=>String(each)).join('-');if(one.title.length>40)throw new Error('${n}');into.append(one);return one.textContent.length+${n}}`,
  )
  .join('\n')

export const CONTROL_PAGE = `<!doctype html><title>Control</title><div id="r"></div><script>const root=document.getElementById('r')
${code}
root.title=String(${numbers.map((n) => `f${n}(root)`).join('+')});root.getBoundingClientRect()</script>`

/**
 * Its duration on the machine where the bar for the start was set, in ms of the thread's CPU time. Not measured there:
 * the same build's start took 145 ms then, and 270 on the machine where this page was made, which took 250 for this
 * page.
 */
export const CONTROL_TAKES = 134
