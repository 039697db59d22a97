/** How a shared page looks, in light and dark. */
export const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem;background:light-dark(#fff,#0f172a);color:light-dark(#0f172a,#e8edf5);overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:.8rem;margin:0 0 .4rem;color:light-dark(#475569,#a9b6c9)}h2.files{font-size:1.1rem;margin-top:2rem}
time,.note{font-weight:400;font-size:.8rem;color:light-dark(#475569,#a9b6c9)}
article{margin:1rem 0;padding:.75rem 1rem;border:1px solid light-dark(#e2e8f0,#273449);border-radius:10px}
article.user{background:light-dark(#f1f5f9,#1e293b)}
.plain,pre{white-space:pre-wrap;margin:.4rem 0}
pre{padding:.6rem;border-radius:6px;background:light-dark(#f1f5f9,#1e293b);font-size:.8rem;overflow:auto}
article.user pre{background:light-dark(#fff,#0f172a)}
details{margin:.4rem 0}summary{cursor:pointer;font-size:.9rem}
img{max-width:100%;border-radius:6px}table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid light-dark(#e2e8f0,#273449)}
.table-scroll{overflow:auto}blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid light-dark(#94a3b8,#5b6b84)}
a{color:light-dark(#4338ca,#a5b4fc)}.link-host{font-size:.8rem;color:light-dark(#475569,#a9b6c9)}`
