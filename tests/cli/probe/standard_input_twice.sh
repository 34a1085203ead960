printf abc | cli-probe - -
