#include "fuzz/html/worker_setup.h"

#include "fuzz/html/engine_plan.h"

namespace httparity::html {

Result<void> fill_setup(const FuzzOptions& options, const std::vector<HtmlCase>& corpus, bool isolated,
                        WorkerSetup& setup) {
  for (const std::string& name : engine_names(options, !corpus.empty())) {
    Result<std::unique_ptr<Engine>> engine = make_engine(name, corpus, options);
    if (!engine) return engine.error();
    setup.engines.push_back(*std::move(engine));
  }
  setup.reference = options.reference;
  setup.port = options.port;
  setup.isolate = options.isolate || isolated;
  setup.merge_text = options.merge_text;
  setup.rewrite = options.rewrite;
  setup.limits = options.limits;
  setup.memory_bytes = options.memory_bytes;
  return {};
}

}  // namespace httparity::html
