/** How a shared page looks, in light and dark. */
export const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem;background:light-dark(#fdfcfa,#191816);color:light-dark(#1c1b18,#edeae4);overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:.8rem;margin:0 0 .4rem;color:light-dark(#5c564b,#b5aea2)}h2.files{font-size:1.1rem;margin-top:2rem}
time,.note{font-weight:400;font-size:.8rem;color:light-dark(#5c564b,#b5aea2)}
article{margin:1rem 0;padding:.75rem 1rem;border:1px solid light-dark(#e5e0d7,#383530);border-radius:10px}
article.user{background:light-dark(#f3f0ea,#282622)}
.plain,pre{white-space:pre-wrap;margin:.4rem 0}
pre{padding:.6rem;border-radius:6px;background:light-dark(#f3f0ea,#282622);font-size:.8rem;overflow:auto}
article.user pre{background:light-dark(#fdfcfa,#191816)}
details{margin:.4rem 0}summary{cursor:pointer;font-size:.9rem}
img{max-width:100%;border-radius:6px}table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid light-dark(#e5e0d7,#383530)}
.table-scroll{overflow:auto}blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid light-dark(#8f887b,#7f786c)}
ol.sources{font-size:.9rem}.source-mark{font-size:.7em;line-height:0;margin:0 1px}a{color:light-dark(#1d4f8c,#a4c8f5)}.link-host{font-size:.8rem;color:light-dark(#5c564b,#b5aea2)}`
